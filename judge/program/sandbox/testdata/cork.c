// Processes keep datagrams in many sockets that are not yet to be sent.
#include <sys/socket.h>
#include <netinet/in.h>
#include <string.h>
#include <unistd.h>

int main(void) {
	static char text[60000];
	struct sockaddr_in to = {.sin_family = AF_INET, .sin_port = htons(9)};
	to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
	for (int i = 0; i < 19 && fork() > 0; i++)
		;
	for (int i = 0; i < 120; i++) {
		int s = socket(AF_INET, SOCK_DGRAM, 0);
		sendto(s, text, sizeof text, MSG_MORE, (struct sockaddr *)&to, sizeof to);
	}
	sleep(3);
}
