export const register = {
  loading: 'Wait! creating your account',
  success: 'Account created successfully',
  error: 'Failed to create account',
  incomplete: 'Please fill all the details',
  shortName: 'Name should be atleast of 5 characters',
} as const;

export const login = {
  loading: 'Wait! Authentication in progress..',
  success: 'Logged in successfully',
  error: 'Failed to login',
  incomplete: 'Please fill all the details',
} as const;

export const changePassword = {
  busy: 'Updating...',
  success: 'Password changed successfully!',
  refused: 'Something went wrong',
  error: 'Server error',
  incomplete: 'All fields are mandatory',
} as const;

export const forgotPassword = {
  error: 'Something went wrong.',
  sent: 'If an account has this email, you’ll receive a reset link. It expires in 15 minutes.',
  incomplete: 'Please enter your email',
} as const;

export const resetPassword = {
  error: 'Something went wrong.',
  unexpected: 'Unexpected response. Please try again.',
  success: 'Password updated. Please log in with the new one.',
  incomplete: 'Please enter a new password',
} as const;

export const setup = {
  open: 'Setup is open',
  success: 'Your school is ready',
  incomplete: 'Please fill all the details',
} as const;

export const contact = {
  loading: 'Submitting your message...',
  success: 'Form submitted successfully',
  error: 'Failed to submit the form',
  broken: 'operation failed....',
  incomplete: 'All fields are mandatory',
  badEmail: 'Invalid email address',
} as const;
