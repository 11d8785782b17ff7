import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { Notice } from "../../../../ui/notice.tsx";
import { invitable, type ListedAddress } from "../../address-list.ts";
import { addressProblemLabel } from "../../invitation-labels.ts";

/** A file of a million lines has as many problems. */
const MOST_SHOWN = 200;

/** How many will be invited, and who will not and why. */
export function AddressPreview({ list }: { list: readonly ListedAddress[] }) {
  const { t } = useLingui();
  const wrong = list.filter(({ problem }) => problem !== null);
  const count = invitable(list).length;
  const left = wrong.length - MOST_SHOWN;
  return (
    <>
      <Notice tone={count > 0 ? "positive" : "caution"} live>
        {count > 0 ? (
          <Plural value={count} one="# address will be invited." other="# addresses will be invited." />
        ) : (
          <Trans>There is no address to invite.</Trans>
        )}
      </Notice>
      {wrong.length > 0 && (
        <section className="flex flex-col gap-2">
          <h3 className="text-sm">
            <Plural value={wrong.length} one="# will be left out" other="# will be left out" />
          </h3>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrolls, also with the keyboard */}
          <ul tabIndex={0} aria-label={t`Left out`} className="max-h-64 divide-y divide-line overflow-y-auto text-sm">
            {wrong.slice(0, MOST_SHOWN).map(({ line, text, problem }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a line can say the same twice
              <li key={index} className="flex flex-col gap-0.5 py-2">
                <span className="break-all">
                  <span className="text-muted">
                    <Trans>Line {line}:</Trans>
                  </span>{" "}
                  {text.slice(0, 320)}
                </span>
                {problem && <span className="text-caution">{t(addressProblemLabel[problem])}</span>}
              </li>
            ))}
          </ul>
          {left > 0 && (
            <p className="text-muted text-sm">
              <Plural value={left} one="And # more" other="And # more" />
            </p>
          )}
        </section>
      )}
    </>
  );
}
