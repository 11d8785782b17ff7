// The launch code that a build shows. Only members who manage the app see it: testers type it in a
// task, and the server compares.

import { msg } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import * as v from "valibot";
import { useCallForm } from "#features/organizations/use-call-form.ts";
import { CallDialog } from "#features/organizations/widgets/call-dialog.tsx";
import { lazyMessage } from "#i18n/i18n.ts";
import { oneLine } from "#sync/inputs/single-line.ts";
import { setLaunchCode } from "#sync/schema/release-functions.ts";
import type { Release } from "#sync/schema/releases.ts";
import { taskLimits } from "#sync/schema/tasks.ts";
import { Button } from "#ui/button.tsx";
import { FormField } from "#ui/form/form.tsx";
import { TextInput } from "#ui/inputs.tsx";

interface LaunchCodeProps {
  release: Release;
  code: string;
  onSaved: () => void;
}

export function LaunchCode(props: LaunchCodeProps) {
  const { code } = props;
  const [editing, setEditing] = useState(false);
  return (
    <div className="flex flex-wrap items-center gap-x-3 text-sm">
      <span className="text-muted">
        <Trans>Launch code</Trans>
      </span>
      {code === "" ? <Trans>None: typed codes are not compared</Trans> : <code className="font-mono">{code}</code>}
      <Button size="sm" variant="ghost" opensDialog onClick={() => setEditing(true)}>
        {code === "" ? <Trans>Set launch code</Trans> : <Trans>Change launch code</Trans>}
      </Button>
      {editing && <CodeDialog {...props} onClose={() => setEditing(false)} />}
    </div>
  );
}

const schema = v.object({
  code: v.pipe(
    v.string(),
    v.transform(oneLine),
    v.maxCodePoints(taskLimits.code),
    v.check(
      (code) => code === "" || code.replace(/[\s\u2010-\u2015\u2212-]/g, "").length >= 4,
      lazyMessage(msg`Use at least 4 letters or digits, besides spaces and dashes.`),
    ),
  ),
});

function CodeDialog({ release, code, onSaved, onClose }: LaunchCodeProps & { onClose: () => void }) {
  const { t } = useLingui();
  const { version } = release;
  const form = useCallForm({
    schema,
    defaults: { code },
    call: (transport, { code }) => transport.rpc(setLaunchCode, { release_id: release.id, code }),
    onDone: () => {
      onSaved();
      onClose();
    },
  });
  return (
    <CallDialog
      form={form}
      onClose={onClose}
      title={<Trans>Launch code of {version}</Trans>}
      submitLabel={<Trans>Save code</Trans>}
    >
      <FormField
        form={form}
        name="code"
        label={t`Launch code`}
        optional
        help={t`Show it in this build when it starts. Testers never see it here: they type it in a task, and it is compared without spaces, dashes and case.`}
      >
        {(field) => <TextInput maxLength={taskLimits.code} autoComplete="off" spellCheck={false} {...field} />}
      </FormField>
    </CallDialog>
  );
}
