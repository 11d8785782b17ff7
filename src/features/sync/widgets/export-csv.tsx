import { plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { Download } from "lucide-react";
import { useState } from "react";
import { dayOf } from "#i18n/format.ts";
import { now } from "#lib/clock.ts";
import { type CsvCell, csvOf } from "#lib/csv.ts";
import { reportError } from "#lib/error-log.ts";
import { callServer } from "#state/call-server.ts";
import { useStatus } from "#state/status.ts";
import { rowsMatching } from "#sync/mutations/admin.ts";
import type { RemotePage } from "#sync/schema/admin-functions.ts";
import type { SqlFunction } from "#sync/schema/functions.ts";
import { Button } from "#ui/button.tsx";
import { saveFile } from "#ui/save-file.ts";
import { showToast } from "#ui/toast.tsx";
import { failureText } from "../failures.ts";

/** Maximum number of rows: 50 requests. */
const MOST_EXPORTED = 10_000;

interface ExportCsvProps<T> {
  fn: SqlFunction<RemotePage<T>>;
  request: object;
  name: string;
  /** The row's columns. Their names are not translated, because programs read them. */
  exported: (row: T) => Record<string, CsvCell>;
}

export function ExportCsv<T>({ fn, request, name, exported }: ExportCsvProps<T>) {
  const { t } = useLingui();
  const online = useStatus("online");
  const [pending, setPending] = useState(false);
  const save = async () => {
    const found = await callServer((transport) => rowsMatching(transport, fn, request, MOST_EXPORTED));
    if (!found.ok) return showToast({ tone: "danger", title: t(failureText(found.error)) });
    const text = await csvOf(found.value.map(exported));
    saveFile(`${name}-${dayOf(now())}.csv`, new Blob([text], { type: "text/csv" }));
    const n = found.value.length;
    return showToast({
      title: t`${plural(n, { one: "# row exported", other: "# rows exported" })}`,
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
