// Assigns reports to members who can review. Searches on the server page by page. Offline it offers
// the user, current assignees and cached results.
import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { UserX } from "lucide-react";
import { useEffect, useState } from "react";
import { PersonAvatar } from "#features/account/widgets/person-avatar.tsx";
import { compareNames } from "#i18n/compare-names.ts";
import { matches } from "#lib/text-match.ts";
import { usePerson } from "#state/session.ts";
import { useStatus } from "#state/status.ts";
import { useRemoteList } from "#state/use-online-query.ts";
import type { Feedback } from "#sync/schema/feedback.ts";
import { listReviewers, type Reviewer } from "#sync/schema/organization-functions.ts";
import { Avatar } from "#ui/avatar.tsx";
import { Badge } from "#ui/badge.tsx";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { EmailText } from "#ui/email-text.tsx";
import { TextInput } from "#ui/inputs.tsx";
import { LoadMore } from "#ui/load-more.tsx";
import { NoMatch } from "#ui/no-match.tsx";
import { Spinner } from "#ui/spinner.tsx";
import { Choice } from "./choice.tsx";
import type { Assignee } from "./use-assign.ts";

interface AssignDialogProps {
  orgId: string;
  reports: readonly Feedback[];
  /** People known to this device, shown before the server responds and offline. */
  known: readonly NonNullable<Assignee>[];
  onClose: () => void;
  onAssign: (to: Assignee) => void;
}

type Candidate = NonNullable<Assignee> & Partial<Pick<Reviewer, "email" | "avatar_path">>;

const AFTER_MS = 200;

/** Debounces the search text. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), AFTER_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}

/** Removes duplicates by id and sorts by name; the last entry wins. */
const byName = (people: readonly Candidate[]): Candidate[] =>
  [...new Map(people.map((one) => [one.id, one])).values()].sort((a, b) => compareNames(a.name, b.name));

export function AssignDialog({ orgId, reports, known, onClose, onAssign }: AssignDialogProps) {
  const { t } = useLingui();
  const person = usePerson();
  const [text, setText] = useState("");
  const count = reports.length;
  const q = text.trim();
  const asked = useSettled(q);
  const list = useRemoteList(listReviewers, { org_id: orgId, search: asked, limit: 50 });
  const online = useStatus("online");
  const fresh = list.state === "ready" && !list.old && asked === q;
  const failed = list.state === "error";
  // Local people do not match a server search, so merge them only without fresh results.
  const here: Candidate[] = fresh ? list.rows : byName([...known, ...list.rows]);
  const others = here.filter((one) => one.id !== person.id && (fresh || matches(q, one.name, one.email ?? "")));
  const withMe = q === "" || matches(q, person.name);
  const assigned = new Set(reports.map((one) => one.assignee_id));
  const isCurrent = (id: string | null) => assigned.size === 1 && assigned.has(id);
  return (
    <Dialog
      open
      onClose={onClose}
      size="sm"
      steady
      title={<Plural value={count} one="Assign report" other="Assign # reports" />}
    >
      <div className="flex flex-col gap-3">
        <TextInput
          type="search"
          autoFocus
          aria-label={t`Search by name or email`}
          placeholder={t`Search by name or email`}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        {/* Hidden while loading, to avoid a layout shift under the pointer. */}
        {!fresh && (failed || !online) && <NotFresh failed={failed} onRetry={list.reload} />}
        <ul aria-label={t`Members who can review`} className="flex flex-col gap-0.5">
          {withMe && (
            <Choice
              picture={<Avatar name={person.name} size="sm" />}
              current={isCurrent(person.id)}
              onChoose={() => onAssign({ id: person.id, name: person.name })}
            >
              <span className="min-w-0 wrap-anywhere">{person.name}</span>
              <Badge tone="accent">
                <Trans>You</Trans>
              </Badge>
            </Choice>
          )}
          {q === "" && !isCurrent(null) && (
            <Choice
              picture={<UserX aria-hidden className="m-1.5 size-5 text-muted" />}
              current={false}
              onChoose={() => onAssign(null)}
            >
              <Trans>Unassigned</Trans>
            </Choice>
          )}
          {others.map((one) => (
            <Choice
              key={one.id}
              picture={<PersonAvatar name={one.name} path={one.avatar_path ?? ""} size="sm" />}
              current={isCurrent(one.id)}
              onChoose={() => onAssign({ id: one.id, name: one.name })}
            >
              <span className="flex min-w-0 flex-col">
                <span className="wrap-anywhere">{one.name}</span>
                {one.email && (
                  <span className="wrap-anywhere text-muted text-xs">
                    <EmailText value={one.email} />
                  </span>
                )}
              </span>
            </Choice>
          ))}
        </ul>
        {!fresh && !failed && online && (
          <p role="status" className="flex items-center gap-2 px-2 text-muted text-sm">
            <Spinner /> <Trans>Loading members…</Trans>
          </p>
        )}
        {fresh && others.length === 0 && !withMe && (
          <NoMatch title={<Trans>No members found</Trans>} clear="search" onClear={() => setText("")} />
        )}
        <LoadMore onMore={list.more} />
      </div>
    </Dialog>
  );
}

/** Shown when the list comes from this device only. */
function NotFresh({ failed, onRetry }: { failed: boolean; onRetry: () => void }) {
  return (
    <div role="status" className="flex flex-wrap items-center gap-2 text-muted text-sm">
      {failed ? (
        <>
          <Trans>The members could not be loaded</Trans>
          <Button size="sm" onClick={onRetry}>
            <Trans>Try again</Trans>
          </Button>
        </>
      ) : (
        <Trans>You are offline. These are the members that this device knows.</Trans>
      )}
    </div>
  );
}
