/** What an API key may be allowed to do. An endpoint declares its scope; without one it is closed to keys. */
export const API_SCOPES = [
  'people:read',
  'people:write',
  'grants:write',
  'courses:read',
  'payments:read',
  'reports:read',
  'certificates:read',
  'audit:read',
] as const;
export type ApiScope = (typeof API_SCOPES)[number];
