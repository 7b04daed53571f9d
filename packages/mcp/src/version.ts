/** Version of the package, as both sides of the protocol tell it. */
export const VERSION = "0.1.0";
