import { Trans, useLingui } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import { Settings } from "lucide-react";
import { profileById } from "../../sync/queries/profile.ts";
import { PersonAvatar } from "../features/account/widgets/person-avatar.tsx";
import { roleLabel } from "../features/common/account-labels.ts";
import { aboutPages, contactPage } from "../features/site/pages.ts";
import { useQueryOr } from "../state/query.ts";
import type { Person } from "../state/session.ts";
import { markedWhenCurrent } from "../ui/current-mark.ts";
import { cx } from "../ui/cx.ts";

const mutedUnlessCurrent = "text-muted group-aria-[current]:text-accent";

export function AccountLink({ person, onNavigate }: { person: Person; onNavigate?: () => void }) {
  const { t } = useLingui();
  const profile = useQueryOr(profileById(person.id), null);
  return (
    <Link
      to="/account"
      onClick={onNavigate}
      className={cx(
        "group tap flex min-w-0 items-center gap-3 rounded-md px-2 py-1.5 hover:bg-sunken",
        markedWhenCurrent,
      )}
    >
      <PersonAvatar name={person.name} path={profile?.avatar_path ?? ""} size="sm" />
      <span className="min-w-0 flex-1 text-sm leading-tight">
        <span className="sr-only">
          <Trans>Account Settings</Trans>{" "}
        </span>
        <span className="block truncate font-semibold">{person.name}</span>
        <span className={cx("block truncate text-xs", mutedUnlessCurrent)}>{t(roleLabel[person.role])}</span>
      </span>
      <Settings aria-hidden className={cx("size-4 shrink-0", mutedUnlessCurrent)} />
    </Link>
  );
}

export function HelpLinks({ onNavigate }: { onNavigate?: () => void }) {
  const { t } = useLingui();
  const linkClass =
    "inline-flex min-h-11 items-center rounded-sm underline-offset-4 hover:text-text hover:underline md:pointer-fine:min-h-6";
  return (
    <nav aria-label={t`Help`} className="grid grid-cols-[auto_auto] justify-start gap-x-4 px-3 text-muted text-xs">
      {[contactPage, ...aboutPages].map(({ to, label }) => (
        <Link key={to} to={to} onClick={onNavigate} className={linkClass}>
          {t(label)}
        </Link>
      ))}
    </nav>
  );
}
