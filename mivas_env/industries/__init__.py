"""Industries: data behind the narrow waist of `mivas_env.authoring`, independent of each other."""
