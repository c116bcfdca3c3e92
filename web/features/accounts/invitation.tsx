import { NewPasswordPage } from './new-password-page.tsx';

/** An invited person chooses a password for an existing account. */
export const Component = () => (
  <NewPasswordPage
    heading="Welcome"
    lead="Choose a password, and you are in."
    buttonLabel="Choose Password"
    isInvitation
  />
);
