import { useLingui } from "@lingui/react/macro";
import { categoryLabel } from "#features/common/campaign-labels.ts";
import { useMutationToast } from "#features/sync/use-mutation-toast.ts";
import { profileEdit } from "#sync/mutations/profile.ts";
import { category } from "#sync/schema/campaigns.ts";
import type { Profile } from "#sync/schema/profiles.ts";
import { ChipInput } from "#ui/chip-input.tsx";
import { Field } from "#ui/field.tsx";

/** Saves on each change, without a Save button. */
export function ExpertiseList({ profile }: { profile: Profile }) {
  const { t } = useLingui();
  const save = useMutationToast(profileEdit);
  return (
    <Field label={t`Add an area`} help={t`Press Enter or Add after each one. It is saved immediately.`}>
      <ChipInput
        value={profile.expertise}
        onChange={(expertise) => void save({ expertise })}
        suggestions={category.options.map((value) => t(categoryLabel[value]))}
        placeholder={t`For example: accessibility, games, banking`}
        max={30}
      />
    </Field>
  );
}
