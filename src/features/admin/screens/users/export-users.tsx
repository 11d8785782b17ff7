// The users that match as a CSV file, asked of the server page by page.
import { plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { Download } from "lucide-react";
import { useState } from "react";
import { usersMatching } from "../../../../../sync/mutations/admin.ts";
import type { AdminUser } from "../../../../../sync/schema/admin-functions.ts";
import { dayOf } from "../../../../i18n/format.ts";
import { now } from "../../../../lib/clock.ts";
import { csvOf } from "../../../../lib/csv.ts";
import { reportError } from "../../../../lib/error-log.ts";
import { callServer } from "../../../../state/call-server.ts";
import { useStatus } from "../../../../state/status.ts";
import { Button } from "../../../../ui/button.tsx";
import { saveFile } from "../../../../ui/save-file.ts";
import { showToast } from "../../../../ui/toast.tsx";
import { failureText } from "../../../sync/failures.ts";

/** Of the marketplace's people no device needs more, and the server is asked 50 times for them. */
const MOST_EXPORTED = 10_000;

/** Names are the columns', in every language: programs read them. */
const exported = ({ id, name, email, role, status, ...user }: AdminUser) => ({
  ...{ id, name, email, role, status, joined_at: user.joined_at, last_active_at: user.last_active_at ?? "" },
  ...{ tests_completed: user.tests_completed ?? "", campaigns_created: user.campaigns_created ?? "" },
  two_step_verification: user.second_factor,
});

/** @param request of admin_users */
export function ExportUsers({ request }: { request: object }) {
  const { t } = useLingui();
  const online = useStatus("online");
  const [pending, setPending] = useState(false);
  const save = async () => {
    const found = await callServer((transport) => usersMatching(transport, request, MOST_EXPORTED));
    if (!found.ok) return showToast({ tone: "danger", title: t(failureText(found.error)) });
    const text = await csvOf(found.value.map(exported));
    saveFile(`users-${dayOf(now())}.csv`, new Blob([text], { type: "text/csv" }));
    const n = found.value.length;
    return showToast({
      title: t`${plural(n, { one: "# user exported", other: "# users exported" })}`,
      ...(n < MOST_EXPORTED ? {} : { description: t`A file holds at most this many. Filter the list for the rest.` }),
    });
  };
  const run = () => {
    setPending(true);
    save()
      .catch((error: unknown) => {
        reportError(error);
        showToast({ tone: "danger", title: t`The file could not be created.` });
      })
      .finally(() => setPending(false));
  };
  return (
    <Button icon={Download} pending={pending} disabled={!online} onClick={run}>
      <Trans>Export CSV</Trans>
    </Button>
  );
}
