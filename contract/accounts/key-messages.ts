import { say, type Sentence } from '../languages/say.ts';
import type { ApiScope } from './api-scopes.ts';

const scopes: Record<ApiScope, Sentence> = {
  'people:read': say('Read people and their access'),
  'people:write': say('Add people'),
  'grants:write': say('Grant, extend and revoke access'),
  'courses:read': say('Read courses and their people'),
  'payments:read': say('Read payments'),
  'reports:read': say('Read reports'),
  'certificates:read': say('Read certificates'),
  'audit:read': say('Read the audit'),
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
