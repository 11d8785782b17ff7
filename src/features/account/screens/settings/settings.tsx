import { Trans, useLingui } from "@lingui/react/macro";
import { roleLabel } from "#features/common/account-labels.ts";
import { useQuery } from "#state/query.ts";
import { usePerson } from "#state/session.ts";
import { accountById } from "#sync/queries/profile.ts";
import { EmailChangeButton, EmailChangeState } from "../../widgets/email-change/email-change.tsx";
import { AccountFrame } from "./account-frame.tsx";
import { Part } from "./account-section.tsx";
import { BlockedOrganizations } from "./blocked-organizations.tsx";
import { Language } from "./language.tsx";
import { SavedReplies } from "./saved-replies.tsx";

export function AccountSettings() {
  const { t } = useLingui();
  const person = usePerson();
  const read = useQuery(accountById(person.id));
  // Render immediately on a new device, before the account row arrives.
  const account = read.state === "ready" ? read.data : null;
  return (
    <AccountFrame>
      <Part id="person" title={<Trans>You</Trans>}>
        <dl className="grid gap-x-6 gap-y-3 max-sm:*:even:-mt-3 sm:grid-cols-[10rem_1fr]">
          <dt className="text-muted">
            <Trans>Name</Trans>
          </dt>
          <dd className="break-words">{person.name}</dd>
          <dt className="text-muted">
            <Trans>Email</Trans>
          </dt>
          <dd className="break-all">{person.email}</dd>
          <dt className="text-muted">
            <Trans>Role</Trans>
          </dt>
          <dd>{t(roleLabel[person.role])}</dd>
        </dl>
        <div className="mt-4 flex flex-col items-start gap-4">
          <EmailChangeState account={account} />
          <EmailChangeButton email={person.email} />
        </div>
      </Part>
      <Language person={person} />
      {person.role === "tester" && <BlockedOrganizations blocked={account?.blocked_organizations ?? null} />}
      {person.role === "developer" && <SavedReplies person={person} replies={account?.saved_replies ?? null} />}
    </AccountFrame>
  );
}
