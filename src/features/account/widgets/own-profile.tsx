import type { ComponentProps, ReactNode } from "react";
import { useQuery } from "#state/query.ts";
import { usePerson } from "#state/session.ts";
import { profileById } from "#sync/queries/profile.ts";
import type { Profile } from "#sync/schema/profiles.ts";
import { ErrorState } from "#ui/error-state.tsx";
import { PageHeader } from "#ui/page-header.tsx";
import { SkeletonList } from "#ui/skeleton.tsx";

interface OwnProfileProps extends Omit<ComponentProps<typeof PageHeader>, "badge"> {
  badge?: (profile: Profile) => ReactNode;
  children: (profile: Profile) => ReactNode;
}

export function OwnProfile({ badge, children, ...header }: OwnProfileProps) {
  const read = useQuery(profileById(usePerson().id));
  const profile = read.state === "ready" && read.data;
  return (
    <div className="flex flex-col gap-8">
      <PageHeader {...header} badge={profile && badge?.(profile)} />
      {profile && children(profile)}
      {!profile && read.state !== "error" && <SkeletonList rows={3} className="h-40" />}
      {read.state === "error" && <ErrorState onRetry={() => window.location.reload()} />}
    </div>
  );
}
