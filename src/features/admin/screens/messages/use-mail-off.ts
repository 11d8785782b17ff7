import { useEffect, useState } from "react";
import { reportError } from "#lib/error-log.ts";
import { callServer } from "#state/call-server.ts";
import { useStatus } from "#state/status.ts";
import { mailIsSetUp } from "#sync/mutations/admin.ts";

export function useMailOff(): boolean {
  const online = useStatus("online");
  const [off, setOff] = useState(false);
  useEffect(() => {
    if (!online) return;
    callServer(mailIsSetUp)
      .then((answer) => answer.ok && setOff(!answer.value))
      .catch(reportError);
  }, [online]);
  return off;
}
