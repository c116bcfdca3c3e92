/** The pages that are the same for every visitor: the address, the heading, and words of each. */
export const publicPages: readonly (readonly [path: string, heading: string, words: string])[] = [
  ['/', 'Find out best Online Courses', 'Explore Courses'],
  ['/about', 'About Us', 'Affordable and quality online courses for everyone'],
  ['/contact', 'Contact Us', 'Message'],
  ['/terms', 'Terms', 'You can cancel in your profile for 7 days after the day of payment.'],
  ['/courses', 'All courses', 'All courses'],
  ['/forget-password', 'Forgot Password', 'Send Reset Link'],
];

/** Pages that redirect logged-in users to the home page. */
export const visitorsPages: typeof publicPages = [
  ['/login', 'Login', 'Forgot password?'],
  ['/signup', 'Signup', 'Create Account'],
];
