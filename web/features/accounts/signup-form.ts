import { RegisterFields } from '#contract/accounts/accounts.ts';
import { optionalAvatar } from '#web/ui/forms/file-fields.ts';

/** Without a photo, the initials are sent. */
export const SignupForm = RegisterFields.extend({ avatar: optionalAvatar });
