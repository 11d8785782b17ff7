// The organization whose rows a developer's screens show. The device replicates all of a person's
// organizations, so switching needs no network; the choice stays on this device.
import { atom, useAtomValue, useSetAtom } from "jotai";
import { useEffect, useEffectEvent, useState } from "react";
import { accountById } from "../../sync/queries/profile.ts";
import { allows, type BlockedOrganization, type Capability, type Membership } from "../../sync/schema/organizations.ts";
import { readKey, writeKey } from "../lib/browser-storage.ts";
import { useQueryOr } from "./query.ts";
import { type Person, personOf, usePerson, useSession } from "./session.ts";

const keyOf = (personId: string) => `organization:${personId}`;

/** person → organization, as chosen in this tab; otherwise what is stored counts. */
const chosenAtom = atom<Readonly<Record<string, string>>>({});

/** Until the account has arrived: the personal organization, which every developer has. */
const personal = ({ id, name }: Person): Membership => ({
  ...{ org_id: id, name, logo_path: "", personal: true },
  role: "owner",
});

/** The person's organizations, the personal one first. */
export function useMemberships(): readonly Membership[] {
  const person = usePerson();
  const account = useQueryOr(accountById(person.id), null);
  return account && account.memberships.length > 0 ? account.memberships : [personal(person)];
}

const nobody: BlockedOrganization[] = [];

/** The organizations that a tester has blocked; none for everybody else, and signed out. */
export function useBlockedOrganizations(): readonly BlockedOrganization[] {
  const person = personOf(useSession());
  const account = useQueryOr(person ? accountById(person.id) : null, null);
  return account?.blocked_organizations ?? nobody;
}

/** The organization that is chosen; the personal one when it is gone. */
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

/**
 * Switches to an organization that was made or joined just now. This device knows of it a moment
 * after the server's answer: until then it shows what it showed.
 */
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

/** Is it somebody's own, which nobody else can join? True until the memberships are known. */
export function useIsPersonal(orgId: string): boolean {
  return useMemberships().find(({ org_id }) => org_id === orgId)?.personal ?? true;
}

/**
 * May the person do this in an organization, by default the chosen one? The server decides again.
 */
export function useCan(capability: Capability, orgId?: string): boolean {
  const chosen = useOrganization();
  const one = useMemberships().find(({ org_id }) => org_id === (orgId ?? chosen.org_id));
  return one !== undefined && allows(one.role, capability);
}
