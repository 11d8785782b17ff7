import { Trans } from "@lingui/react/macro";
import { useEffect, useState } from "react";
import { Button } from "./button.tsx";
import { Waiting } from "./spinner.tsx";

/** Longer than any page takes that will come: from here on there is a way on. */
const LONG_MS = 12_000;

/** A whole region that waits; says so, and after a while offers to start again. */
export function SpinnerPage() {
  const [long, setLong] = useState(false);
  useEffect(() => {
    const timer = setTimeout(setLong, LONG_MS, true);
    return () => clearTimeout(timer);
  }, []);
  return (
    <Waiting>
      <span className={long ? "mt-3" : "sr-only"}>
        {long ? <Trans>This is taking longer than usual.</Trans> : <Trans>Loading…</Trans>}
      </span>
      {long && (
        <Button size="sm" className="mt-3" onClick={() => window.location.reload()}>
          <Trans>Reload</Trans>
        </Button>
      )}
    </Waiting>
  );
}
