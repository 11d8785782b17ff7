import { Trans, useLingui } from "@lingui/react/macro";
import { apiUrl } from "#state/backend-address.ts";
import { Section } from "#ui/card.tsx";
import { CopyButton } from "#ui/copy-button.tsx";
// `tests/backend/api-upload.test.ts` runs it.
import example from "../../upload-from-ci.yml?raw";

/** A GitHub Actions job that uploads a build to this server. */
export function CiExample() {
  const { t } = useLingui();
  const text = example.replace("https://beta.example.com/api/v1", apiUrl()).trimEnd();
  return (
    <Section
      title={<Trans>Upload from CI</Trans>}
      action={<CopyButton text={text} copied={t`Example copied`} />}
      className="mt-4"
    >
      <p className="text-muted text-sm">
        <Trans>
          For GitHub Actions: store a token as the secret <code>BETAFLOCK_TOKEN</code>, and put your app's id in the
          place of <code>APP_ID</code>. It is the last part of the address of your app's page. An interrupted upload
          continues where it stopped.
        </Trans>
      </p>
      <section
        aria-label={t`Example for GitHub Actions`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls sideways, also with the keyboard
        tabIndex={0}
        className="overflow-x-auto rounded-lg bg-sunken p-4"
      >
        <pre translate="no" className="font-mono text-xs leading-relaxed">
          {text}
        </pre>
      </section>
    </Section>
  );
}
