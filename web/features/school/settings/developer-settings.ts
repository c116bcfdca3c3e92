import { Gauge, KeyRound, Webhook } from 'lucide-react';
import type { SettingsGroup } from './settings-entry.ts';

/** What programs use, and limits. */
export const developerSettings: SettingsGroup = {
  name: 'For developers',
  lead: 'For programs. Most schools need none.',
  isFolded: true,
  entries: [
    {
      page: 'apiKeySettings',
      name: 'API keys',
      lead: 'Programs that read or change your school',
      icon: KeyRound,
      words: ['Token', 'Zapier', 'Integration'],
    },
    {
      page: 'webhookSettings',
      name: 'Webhooks',
      lead: 'Tell another program the news',
      icon: Webhook,
      words: ['Events', 'Zapier', 'Make'],
    },
    {
      page: 'limitSettings',
      name: 'Limits',
      lead: 'Devices, sizes, how long things are kept',
      icon: Gauge,
      fields: {
        'Devices at once': ['Screens'],
        'Largest video, in GB': ['Upload size'],
        'New lectures are free previews': ['Free previews'],
        'Audit, in years': ['Retention'],
        'Notices, in months': ['Retention'],
        'Emails, in months': ['Retention'],
        'Messages to the school, in months': ['Retention'],
      },
      words: [],
    },
  ],
};
