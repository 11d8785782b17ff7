// The organization whose rows a developer sees. The device replicates all of the user's
// organizations, so switching works offline. The choice is stored on this device.
import { atom, useAtomValue, useSetAtom } from "jotai";
import { useEffect, useEffectEvent, useState } from "react";
import { accountById } from "../../sync/queries/profile.ts";
import { allows, type BlockedOrganization, type Capability, type Membership } from "../../sync/schema/organizations.ts";
import { readKey, writeKey } from "../lib/browser-storage.ts";
import { useQueryOr } from "./query.ts";
import { type Person, personOf, usePerson, useSession } from "./session.ts";

const keyOf = (personId: string) => `organization:${personId}`;

/** Choice of this tab by user; overrides the stored one. */
const chosenAtom = atom<Readonly<Record<string, string>>>({});

/** Used until the account arrives: every developer has a personal organization. */
const personal = ({ id, name }: Person): Membership => ({
  ...{ org_id: id, name, logo_path: "", personal: true },
  role: "owner",
});

export function useMemberships(): readonly Membership[] {
  const person = usePerson();
  const account = useQueryOr(accountById(person.id), null);
  return account && account.memberships.length > 0 ? account.memberships : [personal(person)];
}

const nobody: BlockedOrganization[] = [];

/** Organizations that the tester has blocked; empty for other roles and visitors. */
export function useBlockedOrganizations(): readonly BlockedOrganization[] {
  const person = personOf(useSession());
  const account = useQueryOr(person ? accountById(person.id) : null, null);
  return account?.blocked_organizations ?? nobody;
}

/** The chosen organization, or the personal one if that no longer exists. */
export function useOrganization(): Membership {
  const person = usePerson();
  const memberships = useMemberships();
  const chosen = useAtomValue(chosenAtom)[person.id] ?? readKey(keyOf(person.id));
  return memberships.find((one) => one.org_id === chosen) ?? memberships[0] ?? personal(person);
}

export function useSwitchOrganization(): (orgId: string) => void {
  const person = usePerson();
  const choose = useSetAtom(chosenAtom);
  return (orgId) => {
    writeKey(keyOf(person.id), orgId);
    choose((known) => ({ ...known, [person.id]: orgId }));
  };
}

/** Switches to a new organization as soon as its row arrives on this device. */
export function useSwitchOnArrival(onArrived: () => void): (orgId: string) => void {
  const memberships = useMemberships();
  const switchTo = useSwitchOrganization();
  const [awaited, setAwaited] = useState<string | null>(null);
  const arrived = awaited !== null && memberships.some(({ org_id }) => org_id === awaited);
  const finish = useEffectEvent(() => {
    setAwaited(null);
    onArrived();
  });
  useEffect(() => {
    if (arrived) finish();
  }, [arrived]);
  return (orgId) => {
    switchTo(orgId);
    setAwaited(orgId);
  };
}

/** True for personal organizations, which have a single member, and until memberships are known. */
export function useIsPersonal(orgId: string): boolean {
  return useMemberships().find(({ org_id }) => org_id === orgId)?.personal ?? true;
}

/** True with a capability in an organization; default: the current one. The server checks too. */
export function useCan(capability: Capability, orgId?: string): boolean {
  const chosen = useOrganization();
  const one = useMemberships().find(({ org_id }) => org_id === (orgId ?? chosen.org_id));
  return one !== undefined && allows(one.role, capability);
}
