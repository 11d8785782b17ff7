import { useLingui } from "@lingui/react/macro";
import { savedShare, savedUnshare, sharedDelete, sharedKeep } from "#sync/mutations/account.ts";
import { accountById } from "#sync/queries/profile.ts";
import { allows, type Membership } from "#sync/schema/organizations.ts";
import { type SharedItem, type SharedKind, type SharedValue, sharedKinds } from "#sync/schema/shared.ts";
import { useMemberships } from "../../state/organization.ts";
import { useQueryOr } from "../../state/query.ts";
import { usePerson } from "../../state/session.ts";
import { showToast } from "../../ui/toast.tsx";
import { useMutationToast } from "../sync/use-mutation-toast.ts";

export interface SharedEntry<K extends SharedKind> {
  id: string;
  organization: Membership;
  value: SharedValue<K>;
  /** Whether the person may change and delete it. */
  canChange: boolean;
}

/**
 * The items of a kind that the person's organizations share.
 * @param orgId only of this organization
 */
export function useSharedItems<K extends SharedKind>(kind: K, orgId?: string) {
  const { t } = useLingui();
  const person = usePerson();
  const organizations = useMemberships().filter(
    (one) => !one.personal && (orgId === undefined || one.org_id === orgId),
  );
  const shared = useQueryOr(accountById(person.id), null)?.shared ?? {};
  const write = useMutationToast(sharedKeep);
  const erase = useMutationToast(sharedDelete);
  const give = useMutationToast(savedShare);
  const takeBack = useMutationToast(savedUnshare);
  const mayChange = ({ role }: Membership) => allows(role, sharedKinds[kind].needs);
  const entries = Object.entries(shared).flatMap(([id, item]): SharedEntry<K>[] => {
    const organization = organizations.find(({ org_id }) => org_id === item.org_id);
    if (item.kind !== kind || !organization) return [];
    // Cast: the value has the type of its kind.
    return [{ id, organization, value: item.value as SharedValue<K>, canChange: mayChange(organization) }];
  });
  const keep = async ({ id, organization, value }: Omit<SharedEntry<K>, "canChange">): Promise<boolean> =>
    // Cast: as above.
    (await write(person.id, id, { org_id: organization.org_id, kind, value } as SharedItem)).ok;
  return {
    entries,
    /** The organizations in which the person may share. */
    organizations: organizations.filter(mayChange),
    /** Resolves to false after showing an error. */
    keep,
    /** Moves an own item to an organization. */
    async share(id: string, { org_id, name }: Membership): Promise<void> {
      const done = await give(person.id, kind, id, org_id);
      const undo = { label: t`Undo`, onSelect: () => void takeBack(person.id, id) };
      if (done.ok) showToast({ title: t`Shared with ${name}`, action: undo });
    },
    async remove(entry: SharedEntry<K>): Promise<void> {
      const { name } = entry.organization;
      const done = await erase(person.id, entry.id);
      const undo = { label: t`Undo`, onSelect: () => void keep(entry) };
      if (done.ok) showToast({ title: t`Deleted for everyone in ${name}`, action: undo });
    },
  };
}
