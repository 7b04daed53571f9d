export { RateLimiter, type RateLimits } from "./rate-limiter.js";
export { type CircuitBreakerOptions, withCircuitBreaker } from "./with-circuit-breaker.js";
export { withFallback } from "./with-fallback.js";
export { withRateLimit } from "./with-rate-limit.js";
