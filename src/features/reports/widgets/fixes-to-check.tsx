import { Plural, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { useQueryOr } from "#state/query.ts";
import { releasesById } from "#sync/queries/releases.ts";
import type { Application } from "#sync/schema/applications.ts";
import { Button } from "#ui/button.tsx";
import { Section } from "#ui/card.tsx";
import { useNow } from "#ui/use-now.ts";
import { useSeen } from "../../notifications/use-seen.ts";
import { answerTo, canTry, type Fix } from "../retests.ts";
import { useMayRetest } from "../use-may-retest.ts";
import { RetestPrompt } from "./retest-prompt.tsx";

const SHOWN = 2;

interface FixesToCheckProps {
  application: Application;
  fixes: readonly Fix[];
  /** True where earlier answers can be changed. */
  withAnswered?: boolean;
}

/**
 * Asks about fixes in builds that the test has handed out. An answer given here stays until the
 * page is left, so that it can be changed.
 */
export function FixesToCheck({ application, fixes, withAnswered = false }: FixesToCheckProps) {
  const { t } = useLingui();
  const may = useMayRetest(application);
  // Releases of a test are on the device once the test has handed them out.
  const now = useNow();
  const releases = useQueryOr(releasesById([...new Set(fixes.map(({ releaseId }) => releaseId))].sort()), []);
  const versions = new Map(
    releases.filter((one) => canTry(one, application, now)).map(({ id, version }) => [id, version]),
  );
  const [answered] = useState(() => new Set(fixes.filter((fix) => answerTo(application, fix)).map(keyOf)));
  const [all, setAll] = useState(false);
  const open = fixes.filter((fix) => versions.has(fix.releaseId) && (withAnswered || !answered.has(keyOf(fix))));
  const shown = all ? open : open.slice(0, SHOWN);
  useSeen(
    ({ data }) => may && shown.some((fix) => data.feedback_id === fix.reportId && data.release_id === fix.releaseId),
  );
  if (!may || open.length === 0) return null;
  return (
    <Section title={t`Fixes to check`}>
      <ul className="flex flex-col gap-3">
        {shown.map((fix) => (
          <li key={keyOf(fix)} className="rounded-lg border border-line bg-raised p-4 shadow-sm">
            <RetestPrompt application={application} fix={fix} version={versions.get(fix.releaseId) ?? ""} />
          </li>
        ))}
      </ul>
      {open.length > SHOWN && !all && (
        <Button size="sm" variant="ghost" className="self-start" onClick={() => setAll(true)}>
          <Plural value={open.length} one="Show # fix" other="Show all # fixes" />
        </Button>
      )}
    </Section>
  );
}

const keyOf = ({ reportId, releaseId }: Fix) => `${reportId} ${releaseId}`;
