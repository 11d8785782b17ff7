import { useEffect, useState } from "react";
import { mailIsSetUp } from "../../../../../sync/mutations/admin.ts";
import { reportError } from "../../../../lib/error-log.ts";
import { callServer } from "../../../../state/call-server.ts";
import { useStatus } from "../../../../state/status.ts";

/** True once the server has said that no e-mail leaves it. */
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
