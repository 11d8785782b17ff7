import { Trans, useLingui } from "@lingui/react/macro";
import { CalendarDays, CircleCheck, ImageUp, Sparkles, Star } from "lucide-react";
import { useRef, useState } from "react";
import { karmaLabel } from "#features/common/account-labels.ts";
import { useMutationToast } from "#features/sync/use-mutation-toast.ts";
import { PendingBadge } from "#features/sync/widgets/pending-badge.tsx";
import { formatDecimal } from "#i18n/format.ts";
import { avatarChange } from "#sync/mutations/profile.ts";
import type { Profile } from "#sync/schema/profiles.ts";
import { Button } from "#ui/button.tsx";
import { Count, DateText } from "#ui/formatted-values.tsx";
import { HiddenFileInput } from "#ui/hidden-file-input.tsx";
import { StatCard, StatRow } from "#ui/stat-card.tsx";
import { showToast } from "#ui/toast.tsx";
import { PersonAvatar } from "../../widgets/person-avatar.tsx";
import { AvatarDialog } from "./avatar-dialog.tsx";

export function ProfileHead({ profile }: { profile: Profile }) {
  const { t, i18n } = useLingui();
  const input = useRef<HTMLInputElement>(null);
  const [chosen, setChosen] = useState<File | null>(null);
  const change = useMutationToast(avatarChange);
  const keep = async (picture: Blob | null) => {
    setChosen(null);
    const done = await change(picture);
    if (done.ok) showToast({ title: picture ? t`Avatar changed` : t`Avatar removed` });
  };
  return (
    <section aria-label={profile.name} className="flex flex-col gap-5">
      <div className="flex flex-wrap items-center gap-4">
        <PersonAvatar name={profile.name} path={profile.avatar_path} size="lg" />
        <div className="min-w-0 flex-1">
          <p className="break-words font-semibold text-lg">
            {profile.name} <PendingBadge row={profile} />
          </p>
          <div className="mt-2 flex flex-wrap gap-2">
            <Button size="sm" icon={ImageUp} onClick={() => input.current?.click()}>
              <Trans>Change Avatar</Trans>
            </Button>
            {profile.avatar_path !== "" && (
              <Button size="sm" variant="ghost" onClick={() => void keep(null)}>
                <Trans>Remove avatar</Trans>
              </Button>
            )}
          </div>
        </div>
      </div>
      <StatRow>
        <StatCard
          label={t`Member since`}
          icon={CalendarDays}
          value={
            <span className="text-lg">
              <DateText value={profile.created_at} absolute />
            </span>
          }
        />
        <StatCard label={t(karmaLabel.score)} icon={Sparkles} value={<Count value={profile.karma} />} />
        <StatCard label={t`Tests completed`} icon={CircleCheck} value={<Count value={profile.tests_completed} />} />
        <StatCard
          label={t`Average rating`}
          icon={Star}
          value={profile.rating === null ? "–" : formatDecimal(profile.rating, i18n.locale)}
          detail={profile.rating === null && <Trans>Appears with your first approved report</Trans>}
        />
      </StatRow>
      <HiddenFileInput
        ref={input}
        label={t`Change Avatar`}
        accept="image/png,image/jpeg,image/webp,image/gif,image/avif"
        onFile={setChosen}
      />
      {chosen && <AvatarDialog file={chosen} onClose={() => setChosen(null)} onDone={(blob) => void keep(blob)} />}
    </section>
  );
}
