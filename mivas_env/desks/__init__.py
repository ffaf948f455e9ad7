"""The specialist desks behind the telephone: graph, edges, prompts."""
