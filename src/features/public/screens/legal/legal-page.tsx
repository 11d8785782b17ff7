import { Trans, useLingui } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { PublicFrame, PublicTitle } from "#features/site/widgets/public-frame.tsx";
import { formatLongDate } from "#i18n/format.ts";
import { useLocale } from "#i18n/use-locale.ts";
import { LEGAL_UPDATED } from "#lib/constants.ts";
import { PointList } from "../../widgets/point-list.tsx";

interface LegalSection {
  id: string;
  title: string;
  body: ReactNode;
}

export function LegalPage({ title, sections }: { title: string; sections: readonly LegalSection[] }) {
  const { t } = useLingui();
  const [locale] = useLocale();
  const updated = formatLongDate(LEGAL_UPDATED, locale);
  return (
    <PublicFrame>
      <article className="page grid gap-x-12 gap-y-8 pt-4 pb-20 md:pt-8 lg:grid-cols-[1fr_15rem]">
        <header>
          <PublicTitle
            title={title}
            lead={
              <p className="text-base">
                <Trans>Last updated: {updated}</Trans>
              </p>
            }
          />
        </header>
        <nav aria-label={t`On this page`} className="max-lg:hidden lg:sticky lg:top-8 lg:row-span-2 lg:self-start">
          <p className="mb-2 font-semibold text-sm">
            <Trans>On this page</Trans>
          </p>
          <ol className="flex flex-col border-line border-s text-sm">
            {sections.map(({ id, title: name }) => (
              <li key={id}>
                <a href={`#${id}`} className="block py-1.5 ps-4 text-muted hover:text-text">
                  {name}
                </a>
              </li>
            ))}
          </ol>
        </nav>
        <div className="flex max-w-2xl flex-col gap-10">
          {sections.map(({ id, title: name, body }, index) => (
            <section key={id} id={id} className="flex scroll-mt-8 flex-col gap-3">
              <h2 className="text-lg">
                {index + 1}. {name}
              </h2>
              {body}
            </section>
          ))}
        </div>
      </article>
    </PublicFrame>
  );
}

export function Paragraph({ children }: { children: ReactNode }) {
  return <p className="text-pretty">{children}</p>;
}

export function Points({ children }: { children: ReactNode[] }) {
  return (
    <PointList className="flex list-disc flex-col gap-2 ps-5 marker:text-muted" itemClassName="text-pretty">
      {children}
    </PointList>
  );
}
