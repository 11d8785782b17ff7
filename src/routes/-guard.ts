// Route guards, in the pathless layout and in each role's layout; the server decides again for
// every row. They need no network: the session is on this device.
import { msg } from "@lingui/core/macro";
import { redirect } from "@tanstack/react-router";
import { translate } from "../i18n/i18n.ts";
import { homeOf, type Person, personReady, type Role } from "../state/session.ts";
import { SpinnerPage } from "../ui/spinner-page.tsx";
import { showToast } from "../ui/toast.tsx";

/** Signed out: redirects to the login page, which leads back afterwards. */
export async function requirePerson(wanted: string): Promise<Person> {
  const person = await personReady();
  if (!person) throw redirect({ to: "/login", search: { redirect: wanted }, replace: true });
  return person;
}

const wrongRole = {
  tester: msg`That page is for testers. This is your own dashboard.`,
  developer: msg`That page is for developers. This is your own dashboard.`,
  admin: msg`That page is for admins. This is your own dashboard.`,
};

/** Another role: redirects to the person's own home, with a notice. */
export function requireRole(role: Role, person: Person, preloading: boolean): void {
  if (person.role === role) return;
  // Preloading on hover must not show a toast.
  if (!preloading) showToast({ tone: "info", title: translate(wrongRole[role]) });
  throw redirect({ to: homeOf(person.role), replace: true });
}

/** Of login and register: signed-in people are redirected. */
export const forGuests = {
  beforeLoad: ({ search }: { search: { redirect?: string | undefined } }) => goHomeWhenSignedIn(search.redirect),
  pendingComponent: SpinnerPage,
};

async function goHomeWhenSignedIn(wanted?: string): Promise<void> {
  const person = await personReady();
  if (!person) return;
  if (wanted) throw redirect({ href: wanted, replace: true });
  throw redirect({ to: homeOf(person.role), replace: true });
}
