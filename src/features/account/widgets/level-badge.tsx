import { useLingui } from "@lingui/react/macro";
import { levelOf } from "#sync/schema/karma.ts";
import { Badge } from "#ui/badge.tsx";
import { levelLabel } from "../../common/account-labels.ts";

/** Badge of the karma level; none for the first level. */
export function LevelBadge({ karma }: { karma: number }) {
  const { t } = useLingui();
  const level = levelOf(karma);
  return level === "newcomer" ? null : (
    <Badge tone={level === "tester" ? "neutral" : "accent"}>{t(levelLabel[level])}</Badge>
  );
}
