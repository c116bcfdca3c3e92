import type { ApiScope } from './api-scopes.ts';

const scopes: Record<ApiScope, string> = {
  'people:read': 'Read people and their access',
  'people:write': 'Add people',
  'grants:write': 'Grant, extend and revoke access',
  'courses:read': 'Read courses and their people',
  'payments:read': 'Read payments',
  'reports:read': 'Read reports',
  'certificates:read': 'Read certificates',
  'audit:read': 'Read the audit',
};

export const keyMessages = {
  failure: 'The API keys could not be loaded',
  createFailed: 'The key was not created',
  endFailed: 'The key was not ended',
  nameMissing: 'Enter a name',
  badEnd: 'Enter a day such as 2027-12-31, or a time such as 2027-12-31T18:30:00Z',
  scopeMissing: 'Choose at least one permission',
  notValid: 'This API key is not valid, or has ended',
  scopeRefused: 'This API key has no permission for this',
  scopes,
};
