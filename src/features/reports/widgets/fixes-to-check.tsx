import { Plural, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { useQueryOr } from "#state/query.ts";
import { versionsOf } from "#sync/queries/releases.ts";
import type { Application } from "#sync/schema/applications.ts";
import { Button } from "#ui/button.tsx";
import { Section } from "#ui/card.tsx";
import { answerTo, type Fix } from "../retests.ts";
import { useMayRetest } from "../use-may-retest.ts";
import { RetestPrompt } from "./retest-prompt.tsx";

const NONE: ReadonlyMap<string, string> = new Map();
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
  const versions = useQueryOr(versionsOf([...new Set(fixes.map(({ releaseId }) => releaseId))].sort()), NONE);
  const [answered] = useState(() => new Set(fixes.filter((fix) => answerTo(application, fix)).map(keyOf)));
  const [all, setAll] = useState(false);
  const open = fixes.filter((fix) => versions.has(fix.releaseId) && (withAnswered || !answered.has(keyOf(fix))));
  if (!may || open.length === 0) return null;
  return (
    <Section title={t`Fixes to check`}>
      <ul className="flex flex-col gap-3">
        {(all ? open : open.slice(0, SHOWN)).map((fix) => (
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
