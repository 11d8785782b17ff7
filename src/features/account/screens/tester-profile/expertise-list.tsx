import { useLingui } from "@lingui/react/macro";
import { categoryLabel } from "#features/common/campaign-labels.ts";
import { failureText } from "#features/sync/failures.ts";
import { useMutation } from "#state/store.ts";
import { profileEdit } from "#sync/mutations/profile.ts";
import { category } from "#sync/schema/campaigns.ts";
import type { Profile } from "#sync/schema/profiles.ts";
import { ChipInput } from "#ui/chip-input.tsx";
import { Field } from "#ui/field.tsx";
import { showToast } from "#ui/toast.tsx";

/** Saves on each change, without a Save button. */
export function ExpertiseList({ profile }: { profile: Profile }) {
  const { t } = useLingui();
  const save = useMutation(profileEdit);
  const change = async (expertise: string[]) => {
    const done = await save({ expertise });
    if (!done.ok) showToast({ tone: "danger", title: t(failureText(done.error)) });
  };
  return (
    <Field label={t`Add an area`} help={t`Press Enter or Add after each one. It is saved immediately.`}>
      <ChipInput
        value={profile.expertise}
        onChange={(value) => void change(value)}
        suggestions={category.options.map((value) => t(categoryLabel[value]))}
        placeholder={t`For example: accessibility, games, banking`}
        max={30}
      />
    </Field>
  );
}
