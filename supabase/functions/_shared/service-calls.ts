// Calls with the service key, which bypasses all policies. Reasons: docs/security.md (Service key).

/** Without query. `{object}`: a path built by storagePath; `{id}`: a UUID. */
export const serviceCalls = [
  "POST /rest/v1/rpc/api_authenticate",
  "POST /rest/v1/rpc/api_create_release",
  "POST /rest/v1/rpc/api_list_releases",
  "POST /rest/v1/rpc/api_note_upload",
  "POST /rest/v1/rpc/api_publish_release",
  "POST /rest/v1/rpc/api_read_release",
  "POST /storage/v1/object/upload/sign/releases/{object}",
  "POST /rest/v1/rpc/set_user_role",
  "POST /rest/v1/rpc/note_admin_action",
  "POST /auth/v1/invite",
  "DELETE /auth/v1/admin/users/{id}",
  "GET /auth/v1/admin/users/{id}/factors",
  "DELETE /auth/v1/admin/users/{id}/factors/{id}",
  "POST /storage/v1/object/list/avatars",
  "DELETE /storage/v1/object/avatars",
  "POST /rest/v1/rpc/claim_build_checks",
  "POST /rest/v1/rpc/complete_build_checks",
  "GET /storage/v1/object/authenticated/releases/{object}",
  "POST /rest/v1/rpc/claim_file_removals",
  "DELETE /storage/v1/object/releases",
  "POST /rest/v1/rpc/server_health",
  "POST /rest/v1/rpc/visitor_build_page",
  "GET /rest/v1/releases",
  "GET /rest/v1/apps",
  "POST /rest/v1/rpc/read_device_enrolment",
  "POST /rest/v1/rpc/complete_device_enrolment",
  "POST /rest/v1/rpc/claim_deliveries",
  "POST /rest/v1/rpc/complete_deliveries",
  "POST /rest/v1/rpc/public_page",
  "POST /rest/v1/rpc/sitemap",
  "POST /storage/v1/object/files/{object}",
] as const;

const id = "[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}";
const patterns = serviceCalls.map(
  (call) => new RegExp(`^${call.replaceAll("{id}", id).replaceAll("{object}", `${id}(?:/[^/?#]+)+`)}$`),
);

export const isServiceCall = (method: string, path: string): boolean => {
  const call = `${method} ${path.split("?", 1)[0]}`;
  return patterns.some((pattern) => pattern.test(call));
};
