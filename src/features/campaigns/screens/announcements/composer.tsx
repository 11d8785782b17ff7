// Writes an announcement with a live preview. Unsent text survives a reload and works offline.

import { msg } from "@lingui/core/macro";
import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { Megaphone } from "lucide-react";
import { useState } from "react";
import { type Control, useWatch } from "react-hook-form";
import * as v from "valibot";
import { organizationFailure } from "#features/common/organization-failures.ts";
import { useCallForm } from "#features/organizations/use-call-form.ts";
import { CallFailed } from "#features/organizations/widgets/call-failed.tsx";
import { failureTexts, rejectionCode } from "#features/sync/failures.ts";
import { lazyMessage } from "#i18n/i18n.ts";
import { usePerson } from "#state/session.ts";
import { useStatus } from "#state/status.ts";
import { loadSync } from "#state/sync.ts";
import { oneLine, trimmed } from "#sync/inputs/single-line.ts";
import { announcementLimits } from "#sync/schema/briefs.ts";
import { sendAnnouncement } from "#sync/schema/campaign-functions.ts";
import type { Campaign } from "#sync/schema/campaigns.ts";
import type { CallFailure } from "#sync/transport/result.ts";
import { Button } from "#ui/button.tsx";
import { Form, FormField } from "#ui/form/form.tsx";
import { TextArea, TextInput } from "#ui/inputs.tsx";
import { Notice } from "#ui/notice.tsx";
import { showToast } from "#ui/toast.tsx";
import { useNow } from "#ui/use-now.ts";
import { AnnouncementCard } from "../../widgets/announcement-card.tsx";

const tooLong = lazyMessage(msg`This is too long.`);
const schema = v.object({
  id: v.string(),
  title: v.pipe(v.string(), v.transform(oneLine), v.maxCodePoints(announcementLimits.title.max, tooLong)),
  body: v.pipe(
    v.string(),
    v.transform(trimmed),
    v.nonEmpty(lazyMessage(msg`Write what you want to tell your testers`)),
    v.maxCodePoints(announcementLimits.body.max, tooLong),
  ),
});

type Values = v.InferOutput<typeof schema>;

const announceFailure = failureTexts(
  {
    rate_limited: msg`A campaign can have 3 announcements a day. Your text stays here: send it tomorrow.`,
    wrong_state: msg`Announcements are for campaigns that are running or completed.`,
    duplicate: msg`An earlier version of this text has already been sent: see the list below. If you still want to send this one, send it again.`,
  },
  organizationFailure,
);

/** The id makes sending idempotent. The draft stores it. */
const blank = (): Values => ({ id: crypto.randomUUID(), title: "", body: "" });

export function Composer({ campaign }: { campaign: Campaign }) {
  const { t } = useLingui();
  const online = useStatus("online");
  const [defaults] = useState(blank);
  const form = useCallForm({
    schema,
    defaults,
    draft: { key: `announcement:${campaign.id}` },
    call: async (transport, announcement) => {
      const sent = await transport.rpc(sendAnnouncement, { campaign: campaign.id, ...announcement });
      if (!sent.ok && rejectionCode(sent.error) === "duplicate") form.setValue("id", blank().id);
      return sent;
    },
    onDone: () => {
      form.reset(blank());
      showToast({ title: t`Announcement sent`, description: t`Your testers are notified and read it in the test.` });
      // Pull the brief, which contains the announcement.
      void loadSync().then((sync) => sync.syncNow());
    },
  });
  const { testers_joined: testers } = campaign;
  return (
    <div className="grid items-start gap-6 lg:grid-cols-2">
      <Form form={form}>
        <CallFailed failure={form.failure as CallFailure | null} textOf={announceFailure} />
        <FormField form={form} name="title" label={<Trans>Title</Trans>} optional>
          {(field) => <TextInput {...field} />}
        </FormField>
        <FormField
          form={form}
          name="body"
          label={<Trans context="announcement">Text</Trans>}
          help={<Trans>Up to 2,000 characters. Formatting isn’t supported.</Trans>}
        >
          {(field) => <TextArea rows={6} {...field} />}
        </FormField>
        {!online && (
          <Notice title={<Trans>You are offline</Trans>}>
            <Trans>What you type stays on this device. Connect to send it.</Trans>
          </Notice>
        )}
        <div className="flex flex-wrap items-center justify-between gap-3">
          <p className="text-muted text-sm">
            {testers === 0 ? (
              <Trans>No testers have been accepted yet. Testers who join later will read it.</Trans>
            ) : (
              <Plural value={testers} one="Goes to # accepted tester" other="Goes to # accepted testers" />
            )}
          </p>
          <Button
            type="submit"
            variant="primary"
            icon={Megaphone}
            disabled={!online}
            pending={form.formState.isSubmitting}
            className="max-md:w-full"
          >
            <Trans>Send announcement</Trans>
          </Button>
        </div>
      </Form>
      <Preview control={form.control} />
    </div>
  );
}

function Preview({ control }: { control: Control<Values, unknown, Values> }) {
  const { t } = useLingui();
  const { name } = usePerson();
  const now = useNow();
  const [title, body] = useWatch({ control, name: ["title", "body"] });
  return (
    <div className="flex min-w-0 flex-col gap-1.5">
      <p className="font-semibold text-sm">
        <Trans>What testers see</Trans>
      </p>
      <AnnouncementCard
        announcement={{
          title: title.trim(),
          body: body.trim() || t`Your text appears here.`,
          at: new Date(now).toISOString(),
          author_name: name,
        }}
      />
    </div>
  );
}
