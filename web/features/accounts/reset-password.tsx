import { NewPasswordPage } from './new-password-page.tsx';

export const Component = () => (
  <NewPasswordPage
    heading="Reset Password"
    lead="Choose a new password for your account."
    buttonLabel="Update Password"
  />
);
