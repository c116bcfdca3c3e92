import { useNavigate } from 'react-router';
import { messages } from '#contract/messages.ts';
import { type ResponseOf, call } from '#web/api/call.ts';
import { useAction } from '#web/api/use-action.ts';
import { pathTo } from '#web/app/paths.ts';
import { sessionStore } from './session.ts';

export function useLogout() {
  const navigate = useNavigate();
  return useAction<void, ResponseOf<'GET /user/logout'>>({
    run: () => call('GET /user/logout'),
    messages: messages.logout,
    onSuccess: async () => {
      sessionStore.logOut();
      await navigate(pathTo('home'));
    },
  });
}
