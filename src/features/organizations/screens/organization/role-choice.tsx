import { useLingui } from "@lingui/react/macro";
import type { FieldValues, Path } from "react-hook-form";
import type { OrganizationRole } from "#sync/schema/organizations.ts";
import { RadioGroup } from "#ui/checkbox-radio-switch.tsx";
import { FormControl } from "#ui/form/form.tsx";
import type { Form } from "#ui/form/use-form.ts";
import { memberRoleHelp, memberRoleLabel } from "../../labels.ts";
import { rolesToGive } from "../../member-rules.ts";

interface RoleChoiceProps<I extends FieldValues, O> {
  form: Form<I, O>;
  own: OrganizationRole;
}

/** Roles that the user can assign, with descriptions. @template I has `role` */
export function RoleChoice<I extends FieldValues & { role: OrganizationRole }, O>({
  form,
  own,
}: RoleChoiceProps<I, O>) {
  const { t } = useLingui();
  return (
    <FormControl form={form} name={"role" as Path<I>} label={t`Role`} group>
      {({ ref, ...field }) => (
        <RadioGroup<OrganizationRole>
          {...field}
          ref={ref}
          options={rolesToGive(own).map((value) => ({
            value,
            label: t(memberRoleLabel[value]),
            help: t(memberRoleHelp[value]),
          }))}
        />
      )}
    </FormControl>
  );
}
