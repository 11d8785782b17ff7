// The exercises about a good report. Apart from the profile's other mutations, which bring pictures
// along: the tester's dashboard needs none of them.
import type { Store } from "../database/store.ts";
import type { Profile } from "../schema/profiles.ts";
import type { Result } from "../transport/result.ts";
import { patchRow } from "./row.ts";

/** What is finished stays so; the server gives the karma, once. */
export const reportGuideSet = (
  store: Store,
  person: string,
  state: Profile["report_guide"],
): Promise<Result<Profile>> =>
  patchRow(store, "profiles", person, ({ report_guide: before }) => ({
    report_guide: before === "finished" ? before : state,
  }));
