import { msg } from "@lingui/core/macro";
import * as v from "valibot";
import { dayOf, endOfDay } from "#i18n/format.ts";
import { lazyMessage, translate } from "#i18n/i18n.ts";
import { oneLine, trimmed } from "#sync/inputs/single-line.ts";
import type { ReleaseInput } from "#sync/mutations/apps.ts";
import type { Release } from "#sync/schema/releases.ts";
import { fourDigitYear } from "#ui/day-schema.ts";
import { linkProblem } from "../../build-links.ts";

export interface ReleaseValues {
  version: string;
  notes: string;
  kind: Release["kind"];
  link_url: string;
  /** Last day, `YYYY-MM-DD`; empty if there is none. */
  last_day: string;
}

const tooLong = lazyMessage(msg`This is too long.`);
const problems = {
  no_address: msg`Enter a whole address, such as https://testflight.apple.com/join/….`,
  no_https: msg`Use an address that starts with https://.`,
  password: msg`Leave name and password out of the address: everyone who gets the build would read them.`,
};
const problemOf = ({ kind, link_url }: ReleaseValues) => (kind === "link" ? linkProblem(link_url) : null);

/** @param today earliest last day */
export const releaseForm = (today: string, initial: ReleaseValues): v.GenericSchema<ReleaseValues> =>
  v.pipe(
    v.object({
      version: v.pipe(
        v.string(),
        v.transform(oneLine),
        v.nonEmpty(lazyMessage(msg`Required`)),
        v.maxCodePoints(40, tooLong),
      ),
      notes: v.pipe(v.string(), v.transform(trimmed), v.maxCodePoints(10_000, tooLong)),
      kind: v.picklist(["file", "link"]),
      link_url: v.pipe(v.string(), v.transform(oneLine), v.maxCodePoints(2000, tooLong)),
      last_day: v.pipe(
        v.string(),
        fourDigitYear,
        v.check(
          (day) => day === "" || day >= today || day === initial.last_day,
          lazyMessage(msg`Choose today or a later date`),
        ),
      ),
    }),
    v.forward(
      v.check(
        (values) => problemOf(values) === null,
        ({ input }) => translate(problems[problemOf(input) ?? "no_address"]),
      ),
      ["link_url"],
    ),
  );

export const emptyRelease: ReleaseValues = { version: "", notes: "", kind: "file", link_url: "", last_day: "" };

export const releaseValues = ({ version, notes, kind, link_url, expires_at }: Release): ReleaseValues => ({
  ...{ version, notes, kind, link_url },
  last_day: expires_at === null ? "" : dayOf(Date.parse(expires_at)),
});

/** An ended release allows edits of the notes only. */
export const canEnd = (status: Release["status"]): boolean => status === "draft" || status === "published";

/** A published release keeps its version and kind. */
export function releaseInput(
  values: ReleaseValues,
  initial: ReleaseValues,
  status: Release["status"],
): Partial<ReleaseInput> & { notes: string } {
  const { version, notes, kind, link_url, last_day } = values;
  if (!canEnd(status)) return { notes };
  // Send only a changed day: the same day ends at another instant in another time zone.
  const end = last_day === initial.last_day ? {} : { expires_at: last_day === "" ? null : endOfDay(last_day) };
  if (status === "published") return { notes, ...end };
  return { version, notes, ...end, kind, link_url: kind === "link" ? link_url : "" };
}
