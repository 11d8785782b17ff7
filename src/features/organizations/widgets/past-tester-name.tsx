import type { PastTester } from "#sync/schema/past-tester-functions.ts";
import { PersonAvatar } from "../../account/widgets/person-avatar.tsx";

export const PastTesterName = ({ card: { name, avatar_path: path } }: { card: PastTester["card"] }) => (
  <span className="flex min-w-0 items-center gap-3">
    <PersonAvatar name={name} path={path} size="sm" />
    <span className="min-w-0 break-words">{name}</span>
  </span>
);
