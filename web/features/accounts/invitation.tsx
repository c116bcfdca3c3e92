import { NewPasswordPage } from './new-password-page.tsx';

/** Somebody who was invited chooses a password for an account that is there already. */
export const Component = () => (
  <NewPasswordPage
    heading="Welcome"
    lead="Choose a password. Then log in with the invited email address."
    buttonLabel="Choose Password"
  />
);
