import { messages } from '#contract/messages.ts';
import { HttpErrorPage } from './http-error-page.tsx';

export const Component = () => (
  <HttpErrorPage code="403" title={messages.denied}>
    You don’t have permission. If you should, ask an admin.
  </HttpErrorPage>
);
