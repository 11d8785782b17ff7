import { Trans } from "@lingui/react/macro";
import { useEffect, useState } from "react";
import { Button } from "./button.tsx";
import { Waiting } from "./spinner.tsx";

/** Longer than any page should load: then offers a reload. */
const LONG_MS = 12_000;

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
