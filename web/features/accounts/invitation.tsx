import { NewPasswordPage } from './new-password-page.tsx';

/** An invited person chooses a password for an existing account. */
export const Component = () => (
  <NewPasswordPage
    heading="Welcome"
    lead="Choose a password. Then log in with the invited email address."
    buttonLabel="Choose Password"
  />
);
