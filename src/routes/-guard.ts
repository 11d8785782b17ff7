// Route guards. The server checks each row again. They work offline, because the session is on this
// device.
import { msg } from "@lingui/core/macro";
import { redirect } from "@tanstack/react-router";
import { translate } from "../i18n/i18n.ts";
import { homeOf, type Person, personReady, type Role } from "../state/session.ts";
import { SpinnerPage } from "../ui/spinner-page.tsx";
import { showToast } from "../ui/toast.tsx";

/** Redirects visitors to the login page, which returns here. */
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

/** Redirects other roles to their home with a notice. */
export function requireRole(role: Role, person: Person, preloading: boolean): void {
  if (person.role === role) return;
  // Preloading on hover must not show a toast.
  if (!preloading) showToast({ tone: "info", title: translate(wrongRole[role]) });
  throw redirect({ to: homeOf(person.role), replace: true });
}

/** Redirects signed-in users away from login and registration. */
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
