import { useLingui } from "@lingui/react/macro";
import { PersonAvatar } from "#features/account/widgets/person-avatar.tsx";
import { PersonStatus } from "#features/account/widgets/person-status.tsx";
import { roleLabel } from "#features/common/account-labels.ts";
import { PersonLink } from "#features/flags/widgets/person-link.tsx";
import type { AdminUser } from "#sync/schema/admin-functions.ts";
import { Chip } from "#ui/badge.tsx";
import { Checkbox } from "#ui/checkbox-radio-switch.tsx";
import { actionsColumn, type Column, column, DataTable, type Sort } from "#ui/data-table.tsx";
import { EmailText } from "#ui/email-text.tsx";
import { Count, DateText } from "#ui/formatted-values.tsx";
import { UserActions } from "../../widgets/user-actions/user-actions.tsx";

interface UserTableProps {
  users: readonly AdminUser[];
  sort: Sort;
  onSort: (sort: Sort) => void;
  onChanged: () => void;
  chosen: ReadonlySet<string>;
  onChoose: (ids: readonly string[]) => void;
}

export function UserTable({ users, sort, onSort, onChanged, chosen, onChoose }: UserTableProps) {
  const { t } = useLingui();
  const choose = (id: string) => onChoose(chosen.has(id) ? [...chosen].filter((one) => one !== id) : [...chosen, id]);
  const columns: Column<AdminUser>[] = [
    column("choose", t`Select`, { className: "lg:w-24" }, ({ id, name }) => (
      <Checkbox label={t`Select ${name}`} labelHidden checked={chosen.has(id)} onChange={() => choose(id)} />
    )),
    column("name", t`Name`, { primary: true, sortable: true }, (u) => (
      <span className="flex items-center gap-3">
        <PersonAvatar name={u.name} path={u.avatar_path} size="sm" />
        <span className="min-w-0">
          <PersonLink id={u.id} name={u.name} />
          <Work user={u} />
        </span>
      </span>
    )),
    column("email", t`Email`, { sortable: true }, (u) => <EmailText value={u.email} />),
    column("role", t`Role`, { sortable: true }, (u) => <Chip className="md:wrap-normal">{t(roleLabel[u.role])}</Chip>),
    column("status", t`Status`, { sortable: true }, (u) => <PersonStatus status={u.status} />),
    column("joined", t`Join date`, { sortable: true }, (u) => <DateText value={u.joined_at} absolute />),
    column("active", t`Last active`, { sortable: true }, (u) =>
      u.last_active_at ? <DateText value={u.last_active_at} /> : "–",
    ),
    actionsColumn(t`Actions`, (u) => <UserActions user={u} onChanged={onChanged} />),
  ];
  return (
    <DataTable caption={t`Users`} columns={columns} rows={users} keyOf={(u) => u.id} sort={sort} onSort={onSort} />
  );
}

function Work({ user }: { user: AdminUser }) {
  const { t } = useLingui();
  const work =
    user.tests_completed !== null
      ? { label: t`Tests completed`, n: user.tests_completed }
      : user.campaigns_created !== null
        ? { label: t`Campaigns created`, n: user.campaigns_created }
        : null;
  if (!work) return null;
  return (
    <span className="block font-normal text-muted text-sm">
      {work.label}:&nbsp;
      <Count value={work.n} />
    </span>
  );
}
