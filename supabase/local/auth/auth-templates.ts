// Writes the auth service's e-mail templates (`npm run messages`). Each e-mail contains all
// languages, because the auth service does not know the recipient's.
import { readFileSync, writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { serverTexts } from "../../functions/_shared/server-texts.ts";
import { authMailKinds } from "../../functions/_shared/text-writers.ts";
import { type Kind, linkTypeOf } from "./auth-mails.ts";

const supabase = new URL("../../", import.meta.url);
const [first, ...others] = Object.entries(serverTexts).map(([language, texts]) => ({ language, ...texts }));
type Texts = NonNullable<typeof first>;

/** The auth service's own link uses the token on opening; mail scanners open every link. */
const address = (kind: Kind): string =>
  `{{ .SiteURL }}/auth/confirm#type=${linkTypeOf[kind]}&amp;token_hash={{ .TokenHash }}`;

const paragraphs = ({ authMails, worksOnce }: Texts, kind: Kind): readonly string[] => [
  `<p>${authMails[kind].text}</p>`,
  `<p><a href="${address(kind)}" style="color: #1d4ed8; font-weight: 600">${authMails[kind].link}</a></p>`,
  `<p>${worksOnce}</p>`,
];

const alsoIn = (texts: Texts, kind: Kind): string => `\
  <div lang="${texts.language}" style="margin-top: 32px; padding-top: 16px; border-top: 1px solid #d5dbe3">
    <h2 style="font-size: 20px">${texts.authMails[kind].title}</h2>
    ${paragraphs(texts, kind).join("\n    ")}
  </div>
`;

/** Returns the body only, because mail programs drop a document's head. */
export function authTemplate(kind: Kind): string {
  if (!first) throw new Error("No language has texts");
  return `\
<div lang="${first.language}" style="max-width: 32rem; margin: 0 auto; padding: 24px; font: 16px/1.5 system-ui, sans-serif; color: #1b2430; background: #ffffff">
  <h1 style="font-size: 20px">${first.authMails[kind].title}</h1>
  ${paragraphs(first, kind).join("\n  ")}
${others.map((texts) => alsoIn(texts, kind)).join("")}\
  <p style="margin-top: 32px; color: #5b6675; font-size: 14px">Betaflock · {{ .SiteURL }}</p>
</div>
`;
}

/** supabase/config.toml with the e-mail subjects in all languages. */
export const withSubjects = (config: string): string =>
  authMailKinds.reduce((text, kind) => {
    const subject = Object.values(serverTexts).map(({ authMails }) => authMails[kind].title);
    return text.replace(
      new RegExp(`(?<=\\[auth\\.email\\.template\\.${kind}\\]\nsubject = ").*(?="\n)`),
      subject.join(" · "),
    );
  }, config);

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  for (const kind of authMailKinds) writeFileSync(new URL(`templates/${kind}.html`, supabase), authTemplate(kind));
  const config = new URL("config.toml", supabase);
  writeFileSync(config, withSubjects(readFileSync(config, "utf8")));
}
