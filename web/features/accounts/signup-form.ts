import { RegisterFields } from '#contract/accounts/accounts.ts';
import { messages } from '#contract/messages.ts';
import { requiredAvatar } from '#web/ui/forms/file-fields.ts';

export const SignupForm = RegisterFields.extend({ avatar: requiredAvatar(messages.register.incomplete) });
