import { Trans, useLingui } from "@lingui/react/macro";
import { Flag as FlagIcon } from "lucide-react";
import { flagContentLabel } from "#features/flags/labels.ts";
import { FlagStatus } from "#features/flags/widgets/flag-status.tsx";
import type { QueryState } from "#state/query.ts";
import { isOpen } from "#sync/queries/admin.ts";
import type { Flag } from "#sync/schema/flags.ts";
import { Chip } from "#ui/badge.tsx";
import { LinkButton, TextLink } from "#ui/button.tsx";
import { Card, Section } from "#ui/card.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { ErrorState } from "#ui/error-state.tsx";
import { DateText } from "#ui/formatted-values.tsx";

const SHOWN = 5;

/** @param read all flags, open and decided */
export function FlaggedContent({ read }: { read: QueryState<Flag[]> }) {
  const { t } = useLingui();
  const open = read.state === "ready" ? read.data.filter(isOpen) : [];
  const link = (
    <TextLink to="/admin/flags">
      <Trans>All flags</Trans>
    </TextLink>
  );
  return (
    <Section title={<Trans>Flagged Content</Trans>} action={link}>
      {read.state === "error" && <ErrorState onRetry={() => window.location.reload()} />}
      {read.state === "ready" && open.length === 0 && (
        <EmptyState icon={FlagIcon} title={<Trans>No flagged content</Trans>}>
          <Trans>Content that people flag as wrong or harmful appears here.</Trans>
        </EmptyState>
      )}
      {open.slice(0, SHOWN).map((flag) => (
        <Card key={flag.id} className="flex flex-wrap items-start justify-between gap-3">
          <div className="flex min-w-0 flex-1 flex-col gap-1.5">
            <div className="flex flex-wrap items-center gap-2">
              <Chip>{t(flagContentLabel[flag.content_type])}</Chip>
              <FlagStatus status={flag.status} />
              <span className="text-muted text-sm">
                <DateText value={flag.created_at} />
              </span>
            </div>
            <p className="font-semibold break-words">{flag.content_title}</p>
            <p className="line-clamp-2 break-words text-muted text-sm">
              {flag.reporter_name}: {flag.reason}
            </p>
          </div>
          <LinkButton size="sm" to="/admin/flags" search={{ flag: flag.id }}>
            <Trans>Review</Trans>
          </LinkButton>
        </Card>
      ))}
    </Section>
  );
}
