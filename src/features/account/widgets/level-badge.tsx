import { useLingui } from "@lingui/react/macro";
import { levelOf } from "../../../../sync/schema/karma.ts";
import { Badge } from "../../../ui/badge.tsx";
import { levelLabel } from "../labels.ts";

/** The level that this karma gives, from the second one on: everybody begins as a newcomer. */
export function LevelBadge({ karma }: { karma: number }) {
  const { t } = useLingui();
  const level = levelOf(karma);
  return level === "newcomer" ? null : (
    <Badge tone={level === "tester" ? "neutral" : "accent"}>{t(levelLabel[level])}</Badge>
  );
}
