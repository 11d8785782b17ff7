import { useReducer } from "react";
import type { Application } from "#sync/schema/applications.ts";
import { readKey, writeKey } from "../../lib/browser-storage.ts";

/**
 * Whether the tester has said that the downloaded build is installed. Stored per device, because
 * nothing else depends on it.
 */
export function useInstalled({ id, release_id }: Application): [installed: boolean, confirm: () => void] {
  const [, update] = useReducer((n: number) => n + 1, 0);
  const key = `installed:${id}:${release_id ?? ""}`;
  const confirm = () => {
    writeKey(key, "yes");
    update();
  };
  return [readKey(key) !== null, confirm];
}
