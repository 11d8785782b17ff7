import { TextLink } from "#ui/button.tsx";

/** Links a name to the user's page; plain text without an id (the server, a deleted account). */
export function PersonLink({ id, name }: { id: string | null; name: string }) {
  if (id === null || name === "") return name;
  return (
    <TextLink to="/admin/users/$userId" params={{ userId: id }}>
      {name}
    </TextLink>
  );
}
