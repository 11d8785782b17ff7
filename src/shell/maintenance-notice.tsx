import { Trans } from "@lingui/react/macro";
import { Wrench } from "lucide-react";
import { rememberedHome } from "../state/remembered-home.ts";
import { personOf, useSession } from "../state/session.ts";
import { useSite } from "../state/site-settings.ts";
import { TextLink } from "../ui/button.tsx";

/** Reading works; changes of all but admins stay pending until maintenance ends. */
export function MaintenanceNotice() {
  const { maintenance } = useSite();
  const session = useSession();
  const person = personOf(session);
  const admin = person ? person.role === "admin" : session.kind === "loading" && rememberedHome() === "/admin";
  if (!maintenance) return null;
  return (
    <div role="status" className="flex items-start justify-center gap-2 bg-caution-soft px-4 py-2 text-caution text-sm">
      <Wrench aria-hidden className="mt-px size-5 shrink-0" />
      <p>
        {admin ? (
          <Trans>
            Maintenance mode is on: only admins can make changes.{" "}
            <TextLink to="/admin/settings">System Settings</TextLink>
          </Trans>
        ) : (
          <Trans>Betaflock is down for maintenance. You can read everything; your changes stay on this device.</Trans>
        )}
      </p>
    </div>
  );
}
